import type {
  ICredentialDataDecryptedObject,
  Icon,
  ICredentialTestRequest,
  ICredentialType,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';
import { bodyRule } from './bodyRule';
import { checkedAccess } from './checkedAccess';

/** CoinGecko: without a key, or with a key of the Demo or Pro plan, each under its own header. */
export class CoinGeckoApi implements ICredentialType {
  name = 'coinGeckoApi';

  displayName = 'CoinGecko API';

  icon: Icon = {
    light: 'file:../nodes/DirectApi/directApi.svg',
    dark: 'file:../nodes/DirectApi/directApi.dark.svg',
  };

  documentationUrl = 'https://docs.coingecko.com/reference/authentication';

  properties: INodeProperties[] = [
    {
      displayName: 'Plan',
      name: 'plan',
      type: 'options',
      options: [
        { name: 'Demo', value: 'demo' },
        { name: 'Keyless', value: 'keyless' },
        { name: 'Pro', value: 'pro' },
      ],
      default: 'demo',
      description: 'The kind of key. Keys of the two plans work at different addresses only.',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      displayOptions: { show: { plan: ['demo', 'pro'] } },
    },
    {
      displayName: 'Requests per Minute',
      name: 'requestsPerMinute',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 30,
      description: 'What your plan allows. The node keeps to it for all workflows together.',
    },
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      placeholder: 'e.g. https://api.coingecko.com/api/v3',
      description:
        'Address of the API, https only. Empty: the address of the plan. The key is sent to this host and to no other.',
    },
  ];

  authenticate = async (
    { baseUrl, apiKey, plan }: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> => {
    const access = checkedAccess('coingecko', { baseUrl, key: apiKey, plan });
    // Demo answers without a key as well, so a forgotten key would look accepted.
    if (access.key === null && access.plan !== 'keyless')
      throw new Error('API Key is empty. Enter the key, or choose the plan Keyless.');
    if (access.key === null) return request;
    const header = access.plan === 'pro' ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key';
    return { ...request, headers: { ...request.headers, [header]: access.key } };
  };

  test: ICredentialTestRequest = {
    request: {
      baseURL:
        '={{ $credentials.baseUrl || ($credentials.plan === "pro" ? "https://pro-api.coingecko.com/api/v3" : "https://api.coingecko.com/api/v3") }}',
      url: '/ping',
      disableFollowRedirect: true,
      ignoreHttpStatusErrors: true,
    },
    rules: [
      ...REFUSALS.flatMap(([code, message]) =>
        ['status.error_code', 'error.status.error_code', 'error_code'].map((key) =>
          bodyRule(key, code, message),
        ),
      ),
      bodyRule(
        'gecko_says',
        undefined,
        'CoinGecko did not confirm the key: it is wrong or of the other plan, Base URL leads elsewhere, or the service is out of order.',
      ),
    ],
  };
}

/** CoinGecko's own codes, which it gives in several places. */
const REFUSALS = [
  [10002, 'CoinGecko did not accept the key, or misses one. Check API Key and Plan.'],
  [10005, 'CoinGecko does not serve this on the plan of the key.'],
  [10010, 'CoinGecko did not accept the key: a Pro key needs the plan Pro.'],
  [10011, 'CoinGecko did not accept the key: a Demo key needs the plan Demo.'],
  [429, 'CoinGecko takes no more requests for now. Try again in a minute.'],
] as const;
