// The whole client on the wire: one call as the acceptance against the hostile server asks for it.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { webFetch } = require('../../../dist/lib/webFetch.js');

export async function run({ action, url, options }) {
  const { allowedDomains, allowPrivateNetwork, maxResponseKb, timeoutMs, userAgent, selector, idPattern } =
    options;
  const access = {
    url,
    allowedDomains,
    allowPrivateNetwork,
    maxResponseKb,
    timeoutSeconds: timeoutMs === undefined ? undefined : timeoutMs / 1000,
    userAgent,
  };
  const given = Object.fromEntries(Object.entries(access).filter(([, value]) => value !== undefined));
  if (action === 'monitor') return runMonitor(given, idPattern);
  const request =
    action === 'rss'
      ? { operation: 'rss', ...given }
      : { operation: 'fetch', format: 'text', ...(selector === undefined ? {} : { selector }), ...given };
  const { source, data, warnings } = await webFetch(request, {});
  return { ok: true, source, data, truncated: data.truncated, warnings };
}

async function runMonitor(access, idPattern) {
  const { readMonitors } = require('../../../dist/lib/monitor/definitions.js');
  const { parserFor } = require('../../../dist/lib/monitor/parsers/index.js');
  const { parseSafely } = require('../../../dist/lib/monitor/parsers/parseSafely.js');
  const { runtime } = require('../../../dist/lib/runtime.js');
  const { http, threads } = runtime();
  const response = await http.get(access);
  const [monitor] = readMonitors({ watched: { url: access.url, parser: 'generic', idPattern } });
  const { url } = response;
  const parsed = await parseSafely(parserFor('generic'), response, monitor, { threads });
  return { ok: true, source: url, data: { entries: parsed.entries }, warnings: parsed.warnings };
}
