/**
 * Who may know whom:
 * nodes -> front doors -> { providers, html, feed, monitor } -> kernel; front doors -> runtime -> { http, cache, stores }.
 */
const KERNEL = '^lib/(envelope|errors|instant|limits|check|jsonDepth|charset|text|redact|excerpt|wall)\\.ts$';
/** Where what can take long runs; everything that reads documents may ask for it. */
const THREADS = '^lib/threads/(runInThread|protocol|textBytes|threads)\\.ts$';
/** What gives threads out: the interface alone, which the runtime fills. */
const THREADS_INTERFACE = '^lib/threads/threads\\.ts$';
const FRONT_DOORS = '^lib/((directApi|webFetch|webMonitor)\\.ts$|market/)';
/** What a request and an answer look like: types alone, so that monitors need not know the client. */
const CLIENT_INTERFACE = '^lib/http/client\\.ts$';
const RUNTIME = '^lib/(runtime|cache|rateLimiter)\\.ts$';

/** `from` may only import what `to` names (within lib and the package's dependencies). */
const only = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(lib|nodes|credentials)/', pathNot: to },
});

/** Nothing outside `from` may import the modules `to`. */
const nobodyElse = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: '^(lib|nodes|credentials)/', pathNot: from },
  to: { path: to },
});

const node = (...names) => `^(node:)?(${names.join('|')})$`;
const npm = (...names) => `node_modules/(${names.join('|')})/`;

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    only('kernel', 'The kernel knows only itself.', KERNEL, [KERNEL]),
    only('threads', 'Threads know nothing of what runs in them.', '^lib/threads/', ['^lib/threads/', KERNEL]),
    only('html', 'Reading HTML is pure.', '^lib/html/', ['^lib/html/', THREADS, KERNEL]),
    only('feed', 'Reading feeds is pure.', '^lib/feed/', ['^lib/feed/', THREADS, KERNEL]),
    only('providers', 'A provider is a table of pure pairs.', '^lib/providers/', ['^lib/providers/', KERNEL]),
    only('parsers', 'Parsers may use feeds and HTML.', '^lib/monitor/parsers/', [
      '^lib/monitor/',
      '^lib/(feed|html)/',
      THREADS,
      KERNEL,
    ]),
    only('stores', 'A store knows entries and the kernel.', '^lib/monitor/store/', [
      '^lib/monitor/',
      CLIENT_INTERFACE,
      KERNEL,
    ]),
    only(
      'monitor',
      'Monitors reach the network and the disk through their front door.',
      '^lib/monitor/([^/]+|operations/[^/]+)\\.ts$',
      ['^lib/monitor/(?!store/(sqlite|postgres))', CLIENT_INTERFACE, THREADS_INTERFACE, KERNEL],
    ),
    only('http', 'The client knows only the kernel.', '^lib/http/', ['^lib/http/', KERNEL]),
    only('credentials', 'Credentials know where a key may go.', '^credentials/', [
      '^credentials/',
      '^lib/(errors|providers/(access|provider))\\.ts$',
    ]),
    only('nodes', 'Nodes speak to front doors.', '^nodes/', [
      '^nodes/',
      FRONT_DOORS,
      KERNEL,
      '^lib/runtime\\.ts$',
      '^lib/(providers/provider|monitor/(monitor|definitions|presets|jsonText|digest|entry|parsers/parser)|http/client|feed/feed|html/page)\\.ts$',
    ]),
    {
      name: 'lib-knows-no-n8n',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: npm('n8n-workflow', 'n8n-core') },
    },
    {
      name: 'lib-knows-no-node',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(nodes|credentials)/' },
    },
    nobodyElse('network', 'One guarded client for everything.', '^lib/http/', npm('undici')),
    nobodyElse(
      'sockets',
      'One guarded client for everything.',
      '^lib/http/',
      node('net', 'dns', 'dns/promises', 'tls', 'http', 'https', 'http2'),
    ),
    nobodyElse(
      'worker-threads',
      'One place starts, limits and ends threads; a state file has its own, with its driver.',
      '^lib/(threads|monitor/store)/',
      node('worker_threads'),
    ),
    nobodyElse(
      'databases',
      'Drivers are loaded by stores alone.',
      '^lib/monitor/store/',
      npm('better-sqlite3', 'pg'),
    ),
    nobodyElse(
      'disk',
      'Parsing is pure: only stores touch the disk.',
      '^lib/(monitor/store/|runtime)',
      node('fs', 'fs/promises', 'sqlite'),
    ),
    nobodyElse(
      'parsing',
      'Documents are read where documents are read.',
      '^lib/(html|feed|monitor/parsers)/',
      npm('cheerio', 'htmlparser2', 'domhandler', 'fast-xml-parser', 're2js'),
    ),
    nobodyElse('runtime', 'Module state is composed once.', [FRONT_DOORS, RUNTIME, '^nodes/'], RUNTIME),
    {
      name: 'declared',
      comment: 'n8n puts its own modules on the path: an undeclared import would silently be its copy.',
      severity: 'error',
      from: { path: '^(lib|nodes|credentials)/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown'],
        pathNot: npm('n8n-workflow'),
      },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'import', 'default', 'types'],
    },
  },
};
