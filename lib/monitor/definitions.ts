import { invalid, isRecord, kindOf, readRecord, readText, type UnknownRecord } from '../check';
import { ToolError } from '../errors';
import { LIMITS } from '../limits';
import { readMonitor } from './definition';
import { parseJsonText } from './jsonText';
import type { Monitor } from './monitor';

/**
 * Monitors from the node: a list of definitions that each hold an `id`, an object `{ id: definition }`,
 * the whole `{ "monitors": { ... } }`, or any of these as JSON text. `defaults` stand for settings that a
 * definition leaves out. Throws INVALID_CONFIG with the place.
 */
export function readMonitors(config: unknown, defaults: UnknownRecord = {}): readonly Monitor[] {
  const value: unknown = typeof config === 'string' ? parseJsonText(config, 'monitors') : config;
  const whole = isRecord(value) && isWholeFile(value) ? value['monitors'] : value;
  const pairs = Array.isArray(whole) ? pairsOfList(whole) : Object.entries(readRecord(whole, 'monitors'));
  if (pairs.length === 0) throw invalid('monitors', 'at least one monitor is needed');
  if (pairs.length > LIMITS.monitors.perNode)
    throw invalid('monitors', `at most ${LIMITS.monitors.perNode} monitors, not ${pairs.length}`);
  refuseDoubles(pairs.map(([id]) => readId(id)));
  return pairs.map(([id, definition]) =>
    readMonitor(withDefaults(definition, defaults), readId(id), `monitors.${readId(id)}`),
  );
}

function withDefaults(definition: unknown, defaults: UnknownRecord): unknown {
  return isRecord(definition) ? { ...defaults, ...definition } : definition;
}

/** The chosen monitor, or all for null. UNKNOWN_MONITOR lists the known ones. */
export function selectMonitors(monitors: readonly Monitor[], monitorId: string | null): readonly Monitor[] {
  if (monitorId === null) return monitors;
  const found = monitors.filter(({ id }) => id === monitorId);
  if (found.length > 0) return found;
  throw new ToolError(
    'UNKNOWN_MONITOR',
    `There is no monitor ${kindOf(monitorId)}. Known: ${monitors.map(({ id }) => id).join(', ')}.`,
  );
}

/** A monitor may itself be called "monitors": then it holds a url. */
function isWholeFile(value: Readonly<Record<string, unknown>>): boolean {
  const inner = value['monitors'];
  return Array.isArray(inner) || (isRecord(inner) && typeof inner['url'] !== 'string');
}

function pairsOfList(list: readonly unknown[]): [string, unknown][] {
  return list.map((item, index) => {
    const definition = readRecord(item, `monitors[${index}]`);
    const id = definition['id'];
    if (typeof id === 'string' && id.trim() === '')
      throw invalid(
        `monitors[${index}].id`,
        'must not be empty: give this monitor a name of its own (Monitor ID)',
      );
    return [readText(id, `monitors[${index}].id`), definition];
  });
}

function readId(id: string): string {
  const text = id.trim();
  // eslint-disable-next-line no-control-regex -- ids are shown, logged and keys of the state
  if (text === '' || text.length > LIMITS.monitors.idChars || /[\u0000-\u001f\u007f]/.test(text))
    throw invalid(
      'monitors',
      `an id must have 1 to ${LIMITS.monitors.idChars} characters on one line, not ${kindOf(id)}`,
    );
  return text;
}

function refuseDoubles(ids: readonly string[]): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw invalid(
      `monitors.${twice}`,
      'two monitors have this id, and each needs its own: they would share one state',
    );
}
