import { invalid } from '../../lib/check';
import type { Delivery } from '../../lib/webMonitor';
import { fixedChoice, type Call } from './form';

/**
 * The delivery in force. `auto`: until acknowledged where an enabled Acknowledge node of this kind follows on the
 * canvas, else once. A tool cannot see what its agent does, so it must be told.
 */
export function deliveryOf(call: Call): Delivery {
  const { isTool } = call.context;
  const chosen = fixedChoice(call, 'delivery', ['auto', 'onRead', 'acknowledge', ''], isTool ? '' : 'auto');
  if (chosen === 'onRead' || chosen === 'acknowledge') return chosen;
  if (isTool)
    throw invalid(
      'Delivery',
      'as a tool the node cannot see what its agent does with the entries; choose "Once, as Soon as Read" or "Until Acknowledged" in the form of the tool',
    );
  return acknowledgeFollows(call) ? 'acknowledge' : 'onRead';
}

function acknowledgeFollows({ functions }: Call): boolean {
  const { name, type } = functions.getNode();
  return functions
    .getChildNodes(name, { includeNodeParameters: true })
    .some((node) => node.type === type && !node.disabled && node.parameters?.operation === 'acknowledge');
}
