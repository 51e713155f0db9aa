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

  authenticate = async (
    { baseUrl, apiKey }: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> => {
    const { key } = checkedAccess('alphavantage', { baseUrl, key: apiKey });
    return { ...request, qs: { ...request.qs, apikey: key ?? '' } };
  };

  // Alpha Vantage answers with status 200 to everything, in words that change: what proves a key is a price. Any text
  // that looks like a key may get one.
  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{ $credentials.baseUrl || "https://www.alphavantage.co" }}',
      url: '/query',
      qs: { function: 'GLOBAL_QUOTE', symbol: 'IBM' },
      disableFollowRedirect: true,
      ignoreHttpStatusErrors: true,
    },
    rules: [
      bodyRule(
        'Global Quote["05. price"]',
        undefined,
        'Alpha Vantage gave no price: it did not accept the key, or the requests of the key are used up (a free key has one a second and 25 a day), or Base URL leads elsewhere.',
      ),
    ],
  };
}
