// What n8n's package scan finds in a checkout and in the package that is built of it.
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { packageScan } from '../../eslint.config.mjs';

/** n8n reads the manifest, nodes and credentials of the repository, and the scripts of the published package. */
const SOURCE = ['package.json', '{nodes,credentials}/**/*.{ts,json}'];
const PACKED = ['dist/**/*.js'];

/**
 * The findings in the source at `root` and in the package unpacked at `packed`: `{ rule, where }`, warnings as well, comments that
 * switch rules off without effect, as in n8n. `off`: rules left out.
 */
export async function scanPackage({ root, packed, off = {} }) {
  const parsed = { files: ['**/*.{ts,json}'], languageOptions: { parser: tseslint.parser } };
  const scan = async (cwd, patterns) => {
    const eslint = new ESLint({
      cwd,
      allowInlineConfig: false,
      overrideConfigFile: true,
      overrideConfig: [parsed, ...packageScan(off)],
    });
    const results = await eslint.lintFiles(patterns);
    return results.flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, line, message }) => ({
        rule: ruleId,
        where: `${filePath}:${line}: ${message}`,
      })),
    );
  };
  return [...(await scan(root, SOURCE)), ...(await scan(packed, PACKED))];
}
