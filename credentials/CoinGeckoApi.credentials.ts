import type {
  ICredentialDataDecryptedObject,
  Icon,
  ICredentialTestRequest,
  ICredentialType,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';

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
    credentials: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> => {
    const { plan, apiKey } = credentials;
    if (plan === 'keyless' || typeof apiKey !== 'string' || apiKey === '') return request;
    const header = plan === 'pro' ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key';
    return { ...request, headers: { ...request.headers, [header]: apiKey } };
  };

  test: ICredentialTestRequest = {
    request: {
      baseURL:
        '={{$credentials.baseUrl || ($credentials.plan === "pro" ? "https://pro-api.coingecko.com/api/v3" : "https://api.coingecko.com/api/v3")}}',
      url: '/ping',
    },
  };
}
