import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { fixedParameter } from '../../../../nodes/shared/fixedParameter';
import { perItem } from '../../../../nodes/shared/perItem';
import { runNode, runTool } from '../../../helpers/runNode';

/** Answers with what it read: `naive` as most nodes read it, `fixed` as ours do. */
function probe(read: (functions: IExecuteFunctions, name: string) => unknown): INodeType {
  const domain = {
    displayName: 'Domain',
    name: 'domain',
    type: 'string',
    default: '',
    noDataExpression: true,
  } as const;
  return {
    description: {
      displayName: 'Probe',
      name: 'probe',
      group: ['transform'],
      version: 1,
      description: 'Reads parameters',
      defaults: { name: 'Probe' },
      inputs: ['main'],
      outputs: ['main'],
      properties: [
        domain,
        { displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [domain] },
      ],
    },
    execute() {
      return perItem(this, 1, async () => [
        [{ domain: read(this, 'domain'), options: read(this, 'options') }],
      ]);
    },
  };
}
const naive = probe((functions, name) => functions.getNodeParameter(name, 0, null));
const fixed = probe((functions, name) => fixedParameter(functions, name, 0, null));
const crafted = "={{ $fromAI('domain') }}";

describe('fixedParameter', () => {
  it('is needed: n8n evaluates a lone $fromAI in a noDataExpression field', async () => {
    expect(await runTool(naive, { domain: crafted }, { domain: 'evil.example' })).toMatchObject([
      { domain: 'evil.example' },
    ]);
  });

  it.each([
    ['a field', { domain: crafted }, 'domain'],
    ['a field inside a collection', { options: { domain: crafted } }, 'options.domain'],
  ])('refuses an expression in %s', async (_where, parameters, path) => {
    const [answer] = await runTool(fixed, parameters, { domain: 'evil.example' });
    expect(answer).toEqual({
      error: `${path}: must be a fixed value: an expression here could let an AI agent choose it (Code INVALID_CONFIG)`,
    });
  });

  it.each(['={{ $json.domain }}', '={{ "a.example" }}', '={{ $json.name }}.example', 'www.{{ $json.name }}'])(
    'refuses %s, however n8n hands it on',
    async (domain) => {
      const [answer] = await runTool(fixed, { domain }, {});
      expect(answer).toMatchObject({ error: expect.stringContaining('must be a fixed value') });
    },
  );

  it('gives fixed values as they were saved', async () => {
    const run = await runNode(fixed, { domain: 'a.example', options: { domain: 'b.example' } });
    expect(run.output('Node')).toEqual([{ domain: 'a.example', options: { domain: 'b.example' } }]);
    const json = '{"list":{"url":"https://a.example","more":{"idPattern":"x{{2}}$"}}}';
    expect((await runNode(fixed, { domain: json })).output('Node')).toMatchObject([{ domain: json }]);
  });
});
