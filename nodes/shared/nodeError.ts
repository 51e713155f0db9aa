import {
  ExecutionBaseError,
  NodeApiError,
  NodeOperationError,
  type Failure,
  type INode,
  type JsonObject,
} from 'n8n-workflow';
import { messageOf, ToolError, type ErrorCode } from '../../lib/errors';

/** Errors of the node's own settings or its state; everything else came from the other side. */
const OURS: ReadonlySet<ErrorCode> = new Set([
  'INVALID_CONFIG',
  'INVALID_REQUEST',
  'UNKNOWN_MONITOR',
  'UNKNOWN_BATCH',
  'URL_NOT_ALLOWED',
  'ADDRESS_NOT_ALLOWED',
  'CANCELLED',
  'STATE_LOCKED',
  'STATE_FULL',
  'STATE_READONLY',
  'STATE_CORRUPT',
  'STATE_UNAVAILABLE',
]);

/**
 * Turns whatever was thrown into an error that n8n shows. Built from fresh text only: n8n copies response bodies,
 * URLs and causes out of raw errors, where keys may stand. n8n's own errors (a missing credential, a broken
 * expression) pass unchanged, since the editor marks the field they name. `forAgent`: the sentence also holds the
 * code, since it is all that n8n hands to a model.
 */
export function toNodeError(node: INode, thrown: unknown, itemIndex: number, forAgent = false): Error {
  if (thrown instanceof ToolError) return fromToolError(node, thrown, itemIndex, forAgent);
  if (thrown instanceof ExecutionBaseError) return thrown;
  return new NodeOperationError(node, `Unexpected error in this node: ${messageOf(thrown)}`, { itemIndex });
}

/** The facts of an error as plain data, for error items and agents. */
export function errorDetails(thrown: unknown): JsonObject {
  if (!(thrown instanceof ToolError)) return { code: 'UNEXPECTED' };
  return {
    code: thrown.code,
    ...(thrown.url === undefined ? {} : { url: thrown.url }),
    ...(thrown.status === undefined ? {} : { status: thrown.status }),
    ...(thrown.retryAfterMs === undefined ? {} : { retryAfterMs: thrown.retryAfterMs }),
  };
}

/** An error as the json of an item; n8n recognises it by `error` and `details` and sends it to an error output. */
export function errorItem(thrown: unknown, more: JsonObject = {}): object {
  return { error: messageOf(thrown), details: { ...errorDetails(thrown), ...more } };
}

function fromToolError(node: INode, error: ToolError, itemIndex: number, forAgent: boolean): Error {
  const { status } = error;
  const message = forAgent ? `${error.message} (${facts(error).join(', ')})` : error.message;
  const description = describe(error);
  const failure = failureOf(error);
  const options = { message, description, itemIndex, ...(failure === null ? {} : { failure }) };
  const made = OURS.has(error.code)
    ? new NodeOperationError(node, message, options)
    : new NodeApiError(
        node,
        { message },
        status === undefined ? options : { ...options, httpCode: String(status) },
      );
  // n8n replaces a sentence that mentions, say, ENOTFOUND by one of its own, which no longer says what to do
  made.message = message;
  made.messages = [];
  return made;
}

function describe(error: ToolError): string {
  return [...facts(error), ...(error.url === undefined ? [] : [error.url])].join(', ');
}

function facts({ code, status, retryAfterMs }: ToolError): string[] {
  return [
    `Code ${code}`,
    ...(status === undefined ? [] : [`HTTP status ${status}`]),
    ...(retryAfterMs === undefined ? [] : [`worth another try in ${Math.ceil(retryAfterMs / 1000)} s`]),
  ];
}

/** Why it failed in n8n's own words (n8n >= 2.40; older versions ignore it). */
function failureOf({ code, retryAfterMs }: ToolError): Failure | null {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (code === 'RATE_LIMITED') return { cause: 'rate-limited', ...wait };
  if (code === 'PLAN_LIMIT') return { cause: 'quota-exhausted', ...wait };
  if (code === 'AUTH') return { cause: 'credential-invalid' };
  if (code === 'INVALID_CONFIG') return { cause: 'configuration-invalid' };
  return null;
}
