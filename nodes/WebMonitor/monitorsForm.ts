import { invalid, isRecord } from '../../lib/check';
import { LIMITS } from '../../lib/limits';
import { readMonitors } from '../../lib/monitor/definitions';
import { parseJsonText } from '../../lib/monitor/jsonText';
import type { Monitor } from '../../lib/monitor/monitor';
import { MONITOR_PRESETS } from '../../lib/monitor/presets';
import { fixed, fixedChoice, optionsOf, type Call } from './form';

/** The monitors of the form, from its list or from pasted JSON, with the node's own settings where they say nothing. */
export function monitorsOf(call: Call): readonly Monitor[] {
  const options = optionsOf(call);
  const firstCheck = fixedChoice(call, 'firstCheck', ['all', 'newest', 'baseline'], 'all');
  const maxPages = options.number('maxPages', { min: 1, max: LIMITS.maxPages.max });
  const defaults = {
    firstCheck,
    ...(firstCheck === 'newest' ? { firstCheckCount: fixed(call, 'firstCheckCount') } : {}),
    ...(maxPages === null ? {} : { maxPages }),
  };
  const asJson = fixedChoice(call, 'monitorsFrom', ['list', 'json'], 'list') === 'json';
  return readMonitors(asJson ? jsonOf(call) : listOf(call), defaults);
}

function jsonOf(call: Call): unknown {
  const value = fixed(call, 'monitorsJson');
  return typeof value === 'string' ? parseJsonText(value, 'Monitors (JSON)') : value;
}

function listOf(call: Call): unknown {
  const value = fixed(call, 'monitors');
  const rows: unknown = isRecord(value) ? value.monitor : [];
  if (!Array.isArray(rows) || rows.length === 0) throw invalid('Monitors', 'at least one monitor is needed');
  return rows.map((row: unknown) => (isRecord(row) ? definitionOf(row) : row));
}

/** A row of the form as a definition: the rarer settings beside the others, and what its preset fills in. */
function definitionOf(row: Readonly<Record<string, unknown>>): unknown {
  const { more, ...given } = row;
  const parser = given.parser ?? 'capitol_trades';
  const preset =
    parser === 'capitol_trades' || parser === 'sec_form4' ? MONITOR_PRESETS[parser] : { id: '', url: '' };
  const filled = (name: 'id' | 'url') =>
    given[name] === undefined || given[name] === '' ? preset[name] : given[name];
  return { ...given, ...(isRecord(more) ? more : {}), parser, id: filled('id'), url: filled('url') };
}
