import { messageOf, ToolError } from '../errors';
import { removeSecrets, secretsIn, showUrl } from '../redact';
import { asked, nothing, type CheckContext } from './checkContext';
import type { Monitor } from './monitor';
import { failed } from './stateAfter';

/** The error to throw. The count of failures is the only thing that changes; it never hides the failure itself. */
export async function recordFailure(error: unknown, context: CheckContext): Promise<ToolError> {
  const { monitor, request, tools, key } = context;
  const failure = withoutKeys(
    error instanceof ToolError
      ? error
      : new ToolError(
          'UNEXPECTED_CONTENT',
          `${showUrl(monitor.url)} could not be read: ${messageOf(error)}.`,
          { cause: error },
        ),
    monitor,
  );
  // a state that is merely busy is nobody's failure; any other that cannot be counted either is still thrown
  const ours = failure.code === 'STATE_LOCKED' || failure.code === 'CANCELLED';
  if (request.preview || ours) return failure;
  const at = new Date(tools.now()).toISOString();
  await tools.store
    .check(key, [], ({ state }) => nothing(failed(state, asked(context), failure, at)))
    .catch(() => []);
  return failure;
}

/** A page may echo the key of its address, and an error quotes the page. */
function withoutKeys(error: ToolError, { url: address }: Monitor): ToolError {
  const secrets = secretsIn(address);
  const { code, message, url, status, retryAfterMs } = error;
  const shown = removeSecrets(message, secrets);
  const where = url === undefined ? undefined : removeSecrets(url, secrets);
  if (shown === message && where === url) return error;
  return new ToolError(code, shown, { url: where, status, retryAfterMs });
}
