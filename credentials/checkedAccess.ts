import { messageOf } from '../lib/errors';
import { readAccess, type GivenAccess } from '../lib/providers/access';
import type { Access, ProviderName } from '../lib/providers/provider';

/** A credential's address and key as DirectAPI itself checks them, so that a test sends no key where the node would not. */
export function checkedAccess(name: ProviderName, given: GivenAccess): Access {
  try {
    return readAccess(name, given);
  } catch (thrown) {
    throw withoutCode(thrown);
  }
}

/** Of an error with a code n8n's editor shows the code instead of the sentence. */
function withoutCode(thrown: unknown): Error {
  return new Error(messageOf(thrown));
}
