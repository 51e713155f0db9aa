import { blockedBy, recogniseWall } from '../../lib/wall';

const page = (body: string, head = '') =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
const article = `<h1>Trial opens</h1><p>${'The court heard the first witness on Monday. '.repeat(40)}</p>`;

describe('recogniseWall', () => {
  it.each([
    [
      'a challenge of Cloudflare',
      page('<script>window._cf_chl_opt={};</script>', '<title>Just a moment...</title>'),
    ],
    ['a captcha', page('<h1>One more step</h1><div class="g-recaptcha" data-sitekey="x"></div>')],
    ['a question for robots', page('<p>Please verify you are a human to continue.</p>')],
    ['a refusal', page("<h1>Access Denied</h1><p>You don't have permission to access this server.</p>")],
    ['the block page of SEC', page('<h1>Your Request Originates from an Undeclared Automated Tool</h1>')],
    [
      'a shell that needs JavaScript',
      page('<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>'),
    ],
    ['the same in other words', page('<p>Please enable JS and disable any ad blocker</p>')],
  ])('recognises %s', (_, html) => {
    expect(recogniseWall(html, {})).not.toBeNull();
  });

  it('believes the header of Cloudflare', () => {
    expect(recogniseWall('', { 'cf-mitigated': 'challenge' })).toBe('a Cloudflare challenge');
  });

  it.each([
    ['an article', page(article)],
    [
      'an article with a noscript hint',
      page(`${article}<noscript>Please enable JavaScript for comments.</noscript>`),
    ],
    ['an article that mentions captchas', page(`${article}<p>Are you a robot? Verify you are human.</p>`)],
    [
      'an article behind a passive bot check',
      page(`${article}<script src="/_Incapsula_Resource?x=1"></script><script>window._pxAppId='x'</script>`),
    ],
    ['a short page', page('<p>hello</p>')],
    ['an empty page', ''],
    [
      'a feed with a telling title',
      '<?xml version="1.0"?><rss><channel><item><title>Access denied: you are blocked</title></item></channel></rss>',
    ],
    ['JSON', '{"message":"<p>Access denied</p>"}'],
    ['plain text', 'Access denied? Are you a robot?'],
  ])('leaves alone %s', (_, text) => {
    expect(recogniseWall(text, {})).toBeNull();
  });
});

describe('blockedBy, asked of a page that lacks what it should hold', () => {
  it.each([
    [
      'the passive script of a check',
      page(`${article}<script src="/_Incapsula_Resource?x=1"></script>`),
      'Imperva',
    ],
    ['the title of a refusal', '<title>Access Denied</title>', 'Akamai'],
    [
      'a sure sign in a long page',
      page(article + article, '<script>window._cf_chl_opt={}</script>'),
      'Cloudflare',
    ],
    ['words of SEC without any markup', 'This page is temporarily unavailable', 'SEC'],
    ['what any page is known by', page('<p>Please verify you are a human to continue.</p>'), 'a bot check'],
  ])('takes %s for a wall, and names it', (_, text, who) => {
    expect(blockedBy(text)).toContain(who);
  });

  it('finds none in an article', () => {
    expect(blockedBy(page(article))).toBeNull();
  });
});
