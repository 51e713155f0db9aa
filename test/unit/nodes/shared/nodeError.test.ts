import { inspect } from 'node:util';
import { ApplicationError, NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { ERROR_CODES, ToolError } from '../../../../lib/errors';
import { errorDetails, toNodeError } from '../../../../nodes/shared/nodeError';

const node: INode = { id: '1', name: 'Node', type: 'test', typeVersion: 1, position: [0, 0], parameters: {} };

describe('toNodeError', () => {
  it.each(ERROR_CODES)('keeps the sentence of %s and names the code', (code) => {
    const sentence = `It failed with ENOTFOUND, ECONNREFUSED and EACCES (${code}). Do this.`;
    const error = toNodeError(node, new ToolError(code, sentence), 3);
    expect(error.message).toBe(sentence);
    expect(error).toMatchObject({ description: `Code ${code}`, context: { itemIndex: 3 } });
    expect([NodeApiError, NodeOperationError]).toContain(error.constructor);
  });

  it('calls settings and state our own errors, everything else the other side', () => {
    expect(toNodeError(node, new ToolError('INVALID_CONFIG', 'x'), 0)).toBeInstanceOf(NodeOperationError);
    expect(toNodeError(node, new ToolError('STATE_LOCKED', 'x'), 0)).toBeInstanceOf(NodeOperationError);
    expect(toNodeError(node, new ToolError('PAGE_CHANGED', 'x'), 0)).toBeInstanceOf(NodeApiError);
  });

  it.each([
    ['PLAN_LIMIT', { cause: 'quota-exhausted', retryAfterMs: 5 }],
    ['AUTH', { cause: 'credential-invalid' }],
    ['INVALID_CONFIG', { cause: 'configuration-invalid' }],
    ['NETWORK', undefined],
  ] as const)('declares why %s failed in words of n8n', (code, failure) => {
    expect(toNodeError(node, new ToolError(code, 'x', { retryAfterMs: 5 }), 0)).toHaveProperty(
      'failure',
      failure,
    );
  });

  it('lets nothing of the cause through, where bodies and keys may stand', () => {
    const cause = Object.assign(new Error('GET https://x/?apikey=SECRET1'), {
      response: { data: { message: 'SECRET2' } },
    });
    const error = toNodeError(
      node,
      new ToolError('HTTP_STATUS', 'x answered 500.', { cause, status: 500 }),
      0,
    );
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/SECRET/);
  });

  it('passes errors of n8n unchanged', () => {
    const own = new NodeOperationError(node, 'Credentials not found');
    expect(toNodeError(node, own, 0)).toBe(own);
  });

  it('marks anything else as unexpected', () => {
    expect(toNodeError(node, new TypeError('x is not a function'), 0).message).toBe(
      'Unexpected error in this node: x is not a function',
    );
    expect(toNodeError(node, new ApplicationError('odd'), 0)).toBeInstanceOf(NodeOperationError);
    expect(errorDetails('text')).toEqual({ code: 'UNEXPECTED' });
  });
});
