import type {
  IAuthenticateGeneric,
  Icon,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow';

/** Alpha Vantage: the key can only be a query parameter. */
export class AlphaVantageApi implements ICredentialType {
  name = 'alphaVantageApi';

  displayName = 'Alpha Vantage API';

  icon: Icon = {
    light: 'file:../nodes/DirectApi/directApi.svg',
    dark: 'file:../nodes/DirectApi/directApi.dark.svg',
  };

  documentationUrl = 'https://www.alphavantage.co/documentation/';

  properties: INodeProperties[] = [
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      description: 'A free key allows 25 requests a day and one a second',
    },
    {
      displayName: 'Requests per Minute',
      name: 'requestsPerMinute',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 60,
      description:
        'What your plan allows, spread evenly: 60 are one a second. The node keeps to it for all workflows together.',
    },
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: 'https://www.alphavantage.co',
      description: 'Address of the API, https only. The key is sent to this host and to no other.',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { qs: { apikey: '={{$credentials.apiKey}}' } },
  };

  // Alpha Vantage answers with status 200 to everything and takes any text for a key; what can be tested is that it
  // answers, and that it got one.
  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.baseUrl || "https://www.alphavantage.co"}}',
      url: '/query',
      qs: { function: 'GLOBAL_QUOTE', symbol: 'IBM' },
    },
    rules: [
      {
        type: 'responseSuccessBody',
        properties: {
          key: 'Error Message',
          value:
            'the parameter apikey is invalid or missing. Please claim your free API key on (https://www.alphavantage.co/support/#api-key). It should take less than 20 seconds.',
          message: 'Alpha Vantage did not accept the key.',
        },
      },
    ],
  };
}
