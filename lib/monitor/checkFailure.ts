import { messageOf, ToolError, withoutSecrets } from '../errors';
import { secretsIn, showUrl } from '../redact';
import { asked, nothing, type CheckContext } from './checkContext';
import { failed } from './stateAfter';

/** The error to throw. The count of failures is the only thing that changes; it never hides the failure itself. */
export async function recordFailure(error: unknown, context: CheckContext): Promise<ToolError> {
  const { monitor, request, tools, key } = context;
  // a state that is merely busy is nobody's failure; it quotes no page, and a check begins anew by the error's class
  if (error instanceof ToolError && error.code === 'STATE_LOCKED') return error;
  const failure = withoutSecrets(
    error instanceof ToolError
      ? error
      : new ToolError(
          'UNEXPECTED_CONTENT',
          `${showUrl(monitor.url)} could not be read: ${messageOf(error)}.`,
          { cause: error },
        ),
    secretsIn(monitor.url),
  );
  if (request.preview || failure.code === 'CANCELLED') return failure;
  const at = new Date(tools.now()).toISOString();
  // one that cannot be counted is still thrown
  await tools.store
    .check(key, [], ({ state }) => nothing(failed(state, asked(context), failure, at)))
    .catch(() => []);
  return failure;
}
