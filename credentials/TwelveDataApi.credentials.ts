import type {
  IAuthenticateGeneric,
  Icon,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow';

/** Twelve Data: the key in a header. */
export class TwelveDataApi implements ICredentialType {
  name = 'twelveDataApi';

  displayName = 'Twelve Data API';

  icon: Icon = {
    light: 'file:../nodes/DirectApi/directApi.svg',
    dark: 'file:../nodes/DirectApi/directApi.dark.svg',
  };

  documentationUrl = 'https://twelvedata.com/docs#authentication';

  properties: INodeProperties[] = [
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      description: 'From the dashboard of your account. A free key is enough.',
    },
    {
      displayName: 'Credits per Minute',
      name: 'requestsPerMinute',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 8,
      description:
        'What your plan allows. The node keeps to it for all workflows together; every symbol costs one credit.',
    },
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: 'https://api.twelvedata.com',
      description: 'Address of the API, https only. The key is sent to this host and to no other.',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=apikey {{$credentials.apiKey}}' } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl || "https://api.twelvedata.com"}}', url: '/api_usage' },
    rules: [
      {
        type: 'responseSuccessBody',
        properties: { key: 'status', value: 'error', message: 'Twelve Data did not accept the key.' },
      },
    ],
  };
}
