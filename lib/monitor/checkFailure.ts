import { messageOf, ToolError } from '../errors';
import { removeSecrets, secretsIn, showUrl } from '../redact';
import { asked, nothing, type CheckContext } from './checkContext';
import type { Monitor } from './monitor';
import { failed } from './stateAfter';

/** The error to throw. The count of failures is the only thing that changes; it never hides the failure itself. */
export async function recordFailure(error: unknown, context: CheckContext): Promise<ToolError> {
  const { monitor, request, tools, key } = context;
  // a state that is merely busy is nobody's failure; it quotes no page, and a check begins anew by the error's class
  if (error instanceof ToolError && error.code === 'STATE_LOCKED') return error;
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
  if (request.preview || failure.code === 'CANCELLED') return failure;
  const at = new Date(tools.now()).toISOString();
  // one that cannot be counted is still thrown
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
  // without its cause, whose message may hold the key too and is shown beside this one
  return new ToolError(code, shown, { url: where, status, retryAfterMs });
}
