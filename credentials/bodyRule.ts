import type { IAuthenticateRuleResponseSuccessBody } from 'n8n-workflow';

/**
 * A rule of a credential test: the test fails with this sentence where the body has this value under the key (a path as
 * lodash reads them). `undefined`: where the body lacks it, which is how a test asks for proof.
 */
export function bodyRule(
  key: string,
  value: string | number | undefined,
  message: string,
): IAuthenticateRuleResponseSuccessBody {
  return { type: 'responseSuccessBody', properties: { key, value, message } };
}
