import type { IExecuteFunctions } from 'n8n-workflow';
import { invalid, isRecord } from '../../lib/check';

/**
 * A parameter that only the person who builds the workflow may set: domains, limits, databases, credentials.
 * `noDataExpression` alone does not keep an agent out: n8n evaluates a field that holds nothing but `$fromAI(...)`
 * all the same. So the value is read as it was saved, with everything inside it, and an expression is refused.
 */
export function fixedParameter(
  functions: Pick<IExecuteFunctions, 'getNodeParameter'>,
  name: string,
  itemIndex: number,
  fallback?: unknown,
): unknown {
  const value: unknown = functions.getNodeParameter(name, itemIndex, fallback, { rawExpressions: true });
  refuseExpressions(value, name);
  return value;
}

function refuseExpressions(value: unknown, path: string): void {
  if (typeof value === 'string' && isExpression(value))
    throw invalid(path, 'must be a fixed value: an expression here could let an AI agent choose it');
  if (Array.isArray(value))
    value.forEach((inner, index) => {
      refuseExpressions(inner, `${path}[${index}]`);
    });
  else if (isRecord(value))
    for (const [name, inner] of Object.entries(value)) refuseExpressions(inner, `${path}.${name}`);
}

/** n8n takes the leading "=" away from a field that knows no expressions: what is left would be taken for a name. */
function isExpression(text: string): boolean {
  return text.startsWith('=') || /^\s*\{\{[^]*\}\}\s*$/.test(text) || /\{\{[^{}]*\$[^{}]*\}\}/.test(text);
}
