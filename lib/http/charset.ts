export { charsetOf, decodeText, type Decoded } from '../charset';
