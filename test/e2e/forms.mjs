/** Every form of the three nodes: the fields that it must show, and no other, from top to bottom. */
const MARKET = ['Operation', 'Provider'];
const FETCH = ['Operation', 'URL', 'Allowed Domains'];
const STATE = ['State Of', 'Database', 'Database File'];
const MONITOR = ['Kind of Page', 'Monitor ID', 'URL'];
const MONITOR_END = ['Check at Most Every (Minutes)', 'Report New Entries', 'Store History', 'More Settings'];
const CHECK_END = ['Monitor ID', 'First Check', 'Delivery', 'New Entries As', 'Contact E-Mail', 'Options'];

const form = (type, operation, labels, { name = operation, parameters = {} } = {}) => ({
  name: `${type} ${name}`,
  type,
  parameters: { operation, ...parameters },
  labels,
});
const check = (name, parser, fields, more = []) =>
  form(
    'webMonitor',
    'check',
    ['Operation', 'Monitors From', 'Monitors', ...fields, ...MONITOR_END, ...CHECK_END, ...more, ...STATE],
    { name, parameters: { monitors: { monitor: [{ parser }] } } },
  );

export const FORMS = [
  form('directApi', 'quote', [...MARKET, 'Symbol', 'Options']),
  form('directApi', 'history', [...MARKET, 'Symbol', 'Interval', 'Output Size', 'Output', 'Options']),
  form('directApi', 'crypto', [...MARKET, 'Symbol', 'Currency', 'Options']),
  form('directApi', 'forex', [...MARKET, 'Symbol', 'Options']),
  form('directApi', 'search', [...MARKET, 'Search Text', 'Output', 'Options']),
  form('webFetch', 'fetch', [...FETCH, 'Format', 'Selector', 'Options']),
  form('webFetch', 'rss', [...FETCH, 'Output', 'Max Entries', 'Options']),
  check('check trades', 'capitol_trades', MONITOR),
  check('check a feed', 'feed', MONITOR),
  check('check filings', 'sec_form4', [...MONITOR, 'Fetch Transactions', 'Only These Issuers']),
  check('check a list', 'generic', [...MONITOR, 'ID Pattern', 'ID Path', 'Row Selector', 'Detail URL']),
  form(
    'webMonitor',
    'check',
    [
      'Operation',
      'Monitors From',
      'Monitors (JSON)',
      'Monitor ID',
      'First Check',
      'Newest Entries',
      ...CHECK_END.slice(2),
      ...STATE,
    ],
    { name: 'check from JSON', parameters: { monitorsFrom: 'json', firstCheck: 'newest' } },
  ),
  form('webMonitor', 'history', [
    'Operation',
    'Monitor ID',
    'Since',
    'Until',
    'Limit',
    'Skip',
    'History As',
    ...STATE,
  ]),
  form('webMonitor', 'status', ['Operation', 'Monitor ID', 'All Scopes', ...STATE]),
  form('webMonitor', 'acknowledge', ['Operation', 'Batch IDs', 'Options', ...STATE]),
  form('webMonitor', 'redeliver', [
    'Operation',
    'Delivery',
    'New Entries As',
    'Options',
    'Monitor ID',
    'Offer Again',
    'Since',
    ...STATE,
  ]),
  form(
    'webMonitor',
    'redeliver',
    ['Operation', 'Delivery', 'New Entries As', 'Options', 'Monitor ID', 'Offer Again', 'Batch ID', ...STATE],
    {
      name: 'redeliver a batch',
      parameters: { redeliverBy: 'batch' },
    },
  ),
  form('webMonitor', 'reset', ['Operation', 'Monitor ID', 'Forget Everything', ...STATE]),
  form('webMonitor', 'adopt', ['Operation', 'Monitor ID', 'Former Monitor ID', 'Adopt From', ...STATE]),
  form('webMonitor', 'backup', ['Operation', 'File Name', ...STATE]),
  form(
    'webMonitor',
    'status',
    ['Operation', 'Monitor ID', 'All Scopes', 'State Of', 'Scope', 'Database', 'Schema'],
    {
      name: 'status in PostgreSQL',
      parameters: { stateOf: 'scope', database: 'postgres' },
    },
  ),
];
