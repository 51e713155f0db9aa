import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

/** The subjects of mails with a Summary: one may hold only edits, or only a warning. */
const ROOT = join(__dirname, '../../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const fromReadme = [...read('README.md').matchAll(/subject `([^`]*newCount[^`]*)`/gi)].map(([, it]) => it);
const fromExample = /"subject": "=(.*newCount.*)"/.exec(read('examples/capitol-watcher.workflow.json'))?.[1];

const told = (subject: string, newCount: number, editedCount: number): string =>
  subject.replace(/\{\{(.*?)\}\}/g, (_, code: string) =>
    String(runInNewContext(code, { $json: { newCount, editedCount } })),
  );

it('two of the README and one of the watcher are looked at', () => {
  expect([...fromReadme, fromExample].filter((it) => it !== undefined)).toHaveLength(3);
});

it.each([...fromReadme, fromExample])(
  '%s is true of what is new, of edits only, and of a warning',
  (it = '') => {
    expect(told(it, 3, 0)).toMatch(/^3 new/);
    expect(told(it, 0, 2)).toMatch(/^0 new, 2 edited|^2 edited|^Something/);
    expect(told(it, 0, 0)).toMatch(/^Something/);
  },
);
