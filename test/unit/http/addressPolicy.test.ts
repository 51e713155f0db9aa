import fc from 'fast-check';
import { guardedLookup, isPublicAddress } from '../../../lib/http/addressPolicy';

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '2001:4860:4860::8888',
    '[2001:4860:4860::8888]',
    '64:ff9b::808:808',
    '::ffff:8.8.8.8',
  ])('%s is public', (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '[::1]',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '::7f00:1',
    '[::a9fe:a9fe]',
    '4000::1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '64:ff9b:1::808:808',
    '2002:7f00:1::',
    '2002:808:808::',
    '2001:db8::1',
    '',
    'localhost',
    '8.8.8',
    '8.8.8.8.8',
    '0x8.8.8.8',
    '8.8.8.8 ',
  ])('%s is not', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  it('judges a mapped and a NAT64 address by the IPv4 address in it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number);
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        expect(isPublicAddress(`::ffff:${hex}`)).toBe(isPublicAddress(ip));
        expect(isPublicAddress(`64:ff9b::${hex}`)).toBe(isPublicAddress(ip));
      }),
    );
  });
});

describe('guardedLookup', () => {
  const look = (answers: string[], options: object, allowPrivate = false): Promise<unknown> =>
    new Promise((resolve, reject) => {
      guardedLookup(() => Promise.resolve(answers), allowPrivate)('name.test', options, (error, address) => {
        if (error === null) resolve(address);
        else reject(error);
      });
    });

  it('hands on exactly the addresses it checked', async () => {
    expect(await look(['8.8.8.8', '2001:4860:4860::8888'], { all: true })).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2001:4860:4860::8888', family: 6 },
    ]);
    expect(await look(['8.8.8.8', '2001:4860:4860::8888'], { family: 6 })).toBe('2001:4860:4860::8888');
  });

  it('refuses a mixed answer whole', async () => {
    await expect(look(['8.8.8.8', '10.0.0.1'], { all: true })).rejects.toMatchObject({
      code: 'ADDRESS_NOT_ALLOWED',
    });
  });

  it('refuses an empty answer', async () => {
    await expect(look([], { all: true })).rejects.toMatchObject({ code: 'NETWORK' });
  });

  it('lets private addresses through only when they are allowed', async () => {
    expect(await look(['10.0.0.1'], {}, true)).toBe('10.0.0.1');
  });
});
