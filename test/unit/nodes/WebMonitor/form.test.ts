import { NodeHelpers, type INode, type INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../../../lib/limits';
import { MONITOR_PRESETS } from '../../../../lib/monitor/presets';
import { WebMonitor } from '../../../../nodes/WebMonitor/WebMonitor.node';

const { description } = new WebMonitor();

/** Every field with the path to it, also inside collections. */
function fieldsOf(properties: readonly INodeProperties[], path = ''): [string, INodeProperties][] {
  return properties.flatMap((property): [string, INodeProperties][] => {
    const at = path + property.name;
    const inner = (property.options ?? []).flatMap((option) => {
      if ('values' in option) return fieldsOf(option.values, `${at}.`);
      return 'type' in option ? fieldsOf([option], `${at}.`) : [];
    });
    return [[at, property], ...inner];
  });
}
const fields = fieldsOf(description.properties);
const isGroup = ({ type }: INodeProperties) => type === 'collection' || type === 'fixedCollection';

describe('the form', () => {
  it('opens to expressions, and so to agents, only what chooses among what the builder defined', () => {
    const open = fields
      .filter(([, field]) => !isGroup(field) && field.noDataExpression !== true)
      .map(([path]) => path);
    expect([...new Set(open)].sort()).toEqual(['batchIds', 'limit', 'monitorId', 'since', 'skip', 'until']);
  });

  it('hides the batches to acknowledge from agents', () => {
    const [, field] = fields.find(([path]) => path === 'batchIds') ?? [];
    expect(field?.displayOptions?.hide).toEqual({ '@tool': [true] });
  });

  it.each([
    ['options.maxPages', LIMITS.maxPages.default],
    ['options.maxResponseKb', LIMITS.responseKb.webMonitor],
    ['options.previewCount', LIMITS.monitors.previewCount],
    ['options.timeoutSeconds', LIMITS.timeoutSeconds.default],
    ['limit', LIMITS.history.default],
  ])('states the default of %s as the library has it', (path, value) => {
    expect(fields.find(([at]) => at === path)?.[1].default).toBe(value);
  });

  it('comes with Capitol Trades filled in', () => {
    const [, monitors] = fields.find(([path]) => path === 'monitors') ?? [];
    const { id, url } = MONITOR_PRESETS.capitol_trades;
    expect(monitors?.default).toEqual({ monitor: [{ parser: 'capitol_trades', id, url }] });
  });

  it('shows per operation only what applies', () => {
    const shown = (operation: string, type = description): string[] => {
      const node: INode = {
        id: '1',
        name: 'N',
        type: 'x',
        typeVersion: 1,
        position: [0, 0],
        parameters: { operation },
      };
      const values = NodeHelpers.getNodeParameters(type.properties, node.parameters, true, false, node, type);
      return Object.keys(values ?? {}).sort();
    };
    const state = ['database', 'databaseFile', 'operation', 'stateOf'];
    expect(shown('status')).toEqual(['allScopes', ...state.slice(0, 2), 'monitorId', ...state.slice(2)]);
    expect(shown('backup')).toEqual(['database', 'databaseFile', 'fileName', 'operation', 'stateOf']);
    expect(shown('reset')).toEqual([
      'confirm',
      'database',
      'databaseFile',
      'monitorId',
      'operation',
      'stateOf',
    ]);
    const tool = { ...description, name: `${description.name}Tool` };
    expect(shown('check')).toContain('output');
    expect(shown('check', tool)).not.toContain('output');
  });

  it('describes every field, and lists options by the alphabet', () => {
    for (const [path, field] of fields) {
      expect([path, field.description ?? '']).toEqual([path, expect.stringMatching(/^[A-Z]|^$/)]);
      if (field.type === 'boolean')
        expect([path, field.description]).toEqual([path, expect.stringMatching(/^Whether /)]);
      const names = (field.options ?? []).map((option) =>
        'displayName' in option ? option.displayName : option.name,
      );
      // "Choose …" stands first, since it is what nothing chosen looks like
      const listed = names.filter((name) => name !== 'Choose …' && name !== 'Automatic');
      if (field.name !== 'delivery' && !isGroup(field))
        expect([path, listed]).toEqual([path, listed.toSorted()]);
    }
  });

  it('tells an agent the rule in the description of the tool', () => {
    const node: INode = {
      id: '1',
      name: 'Trades',
      type: 'x.webMonitorTool',
      typeVersion: 1,
      position: [0, 0],
      parameters: { operation: 'check', descriptionType: 'auto' },
    };
    const nodeType = { description, getNodeParameter: undefined } as never;
    expect(NodeHelpers.getToolDescriptionForNode(node, nodeType)).toMatch(
      /Do not use an entry without fetchedAt/,
    );
  });
});
