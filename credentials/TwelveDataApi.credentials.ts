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

  authenticate = async (
    { baseUrl, apiKey }: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> => {
    const { key } = checkedAccess('twelvedata', { baseUrl, key: apiKey });
    return { ...request, headers: { ...request.headers, Authorization: `apikey ${key ?? ''}` } };
  };

  // A refusal may come with status 200, so the body decides; only what says the use of a key proves the key.
  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{ $credentials.baseUrl || "https://api.twelvedata.com" }}',
      url: '/api_usage',
      disableFollowRedirect: true,
      ignoreHttpStatusErrors: true,
    },
    rules: [
      ...[401, 403].map((value) =>
        bodyRule('code', value, 'Twelve Data did not accept the key. Copy it anew from your account there.'),
      ),
      bodyRule('code', 429, 'Twelve Data takes no more requests on this key for now. Try again in a minute.'),
      bodyRule(
        'current_usage',
        undefined,
        'Twelve Data did not confirm the key: it is wrong, Base URL leads elsewhere, or the service is out of order.',
      ),
    ],
  };
}
