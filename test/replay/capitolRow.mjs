/** One table row in the manner of Capitol Trades' page of 2026: ten cells, mostly icons, about 9 KB. Written by us. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];
const OWNER_LABELS = {
  'not-disclosed': 'Undisclosed',
  spouse: 'Spouse',
  joint: 'Joint',
  self: 'Self',
  child: 'Child',
};

/** A drawing of about 1.8 KB: a coin with many small strokes. */
const COIN = Array.from(
  { length: 68 },
  (_, k) =>
    `M${(k * 37) % 512} ${(k * 91) % 512}c${(k % 9) + 0.5}-${(k % 7) + 1.2} ${(k % 5) + 3}.4 ${k % 13}z`,
).join('');
const ICON_ATTRIBUTES =
  'stroke="currentColor" fill="currentColor" stroke-width="0" viewBox="0 0 512 512" height="1em" width="1em" xmlns="http://www.w3.org/2000/svg"';
const icon = (tone) => `<svg ${ICON_ATTRIBUTES} class="coin ${tone}"><path d="${COIN}"></path></svg>`;
const ARROW =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor"><path d="M4 12h15"></path><path d="m13 6 6 6-6 6"></path></svg>';

export function escapeHtml(text) {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#x27;');
}

/** `now` decides what is "Today" and "Yesterday", in UTC. */
export function tableRow(trade, now) {
  const [publishedTop, publishedBottom] = publishedText(trade.publishedMs, now);
  const [tradedTop, tradedBottom] = dayText(new Date(`${trade.traded}T00:00:00Z`));
  return (
    '<tr class="row rule tint hover:tint-2 h-14" data-state="false">' +
    cell('min-width:160px;width:150px', politician(trade.politician)) +
    cell('min-width:120px;width:240px', issuer(trade.issuer)) +
    cell('min-width:82px;width:80px', twoLines(publishedTop, publishedBottom)) +
    cell('min-width:62px;width:80px', twoLines(tradedTop, tradedBottom)) +
    cell(
      'min-width:20px;width:70px',
      centred(
        `<div class="q-cell cell--reporting-gap flavour--lv"> <div class="q-label">days</div><div class="q-value"><span class="reporting-gap-tier--${trade.gapDays > 45 ? 3 : 2}">${trade.gapDays}</span></div></div>`,
      ),
    ) +
    cell(
      'min-width:70px;width:48px',
      centred(
        `<div class="dim"><span class="q-field owner-with-icon owner-with-icon--${trade.owner}"><div class="svg-image owner-icon" style="mask-image:url(&#x27;/media/owner-${trade.owner}.svg&#x27;)"></div><span class="q-label">${OWNER_LABELS[trade.owner]}</span></span></div>`,
      ),
    ) +
    cell(
      'min-width:20px;width:60px',
      centred(
        `<div data-state="closed"><div class="tx-type-tooltip-wrapper"><span class="q-field tx-type tx-type--${trade.type}${trade.comment === null ? '' : ' has-asterisk'}">${trade.type}</span></div></div>`,
      ),
    ) +
    cell('min-width:20px;width:60px', centred(size(trade.size))) +
    cell('min-width:20px;width:60px', centred(`<span>${priceText(trade.price)}</span>`)) +
    cell(
      'min-width:30px;width:30px',
      `<div class="centre"><button class="round"><a href="/trades/${trade.id}"><span class="sr-only">Goto trade detail page.</span>${ARROW}</a></button></div>`,
    ) +
    '</tr>'
  );
}

export function publishedText(publishedMs, now) {
  const published = new Date(publishedMs);
  const daysAgo = Math.floor(new Date(now).getTime() / 86_400_000) - Math.floor(publishedMs / 86_400_000);
  if (daysAgo > 1 || daysAgo < 0) return dayText(published);
  return [published.toISOString().slice(11, 16), daysAgo === 0 ? 'Today' : 'Yesterday'];
}

function dayText(date) {
  return [`${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`, String(date.getUTCFullYear())];
}

export function displayName(politician) {
  return `${politician.nickname ?? politician.firstName} ${politician.lastName}`;
}

export function priceText(price) {
  if (price === null) return 'N/A';
  return `$${price.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

function politician(who) {
  const picture = `/_next/image?url=%2Fassets%2Fpoliticians%2F${who.id.toLowerCase()}.jpg&amp;w=128&amp;q=75`;
  return (
    `<div class="pad"><div class="q-cell cell--politician has-avatar"> <img alt="" loading="lazy" width="60" height="60" decoding="async" class="${who.party} avatar" style="color:transparent" srcSet="${picture} 1x, ${picture} 2x" src="${picture}"/>` +
    `<div><h2 class="politician-name clip"><a class="link" href="/politicians/${who.id}">${escapeHtml(displayName(who))}</a></h2>` +
    `<div class="politician-info dim"><span class="q-field party party--${who.party}">${capital(who.party)}</span><span class="q-field chamber chamber--${who.chamber}">${capital(who.chamber)}</span><span class="q-field us-state-compact us-state-compact--${who.state}">${who.state.toUpperCase()}</span></div></div></div></div>`
  );
}

function issuer(what) {
  return `<div style="--avatar-size:32px" class="pad"><div class="q-cell cell--traded-issuer has-avatar"> <figure class="issuer-avatar" data-letter="${escapeHtml(what.name[0])}"></figure><div><div class="q-fieldset issuer-info"><h3 class="q-fieldset issuer-name"><a class="link" href="/issuers/${what.id}">${escapeHtml(what.name)}</a></h3><span class="q-field issuer-ticker">${what.ticker ?? 'N/A'}</span></div></div></div></div>`;
}

function size(band) {
  const coins = [100, band.value > 20_000 ? 100 : 0, band.value > 2_000_000 ? 50 : 0];
  const drawn = coins.map(
    (level) =>
      `<span class="range-icon__symbol range-icon__symbol--${level}">${icon(`tone-${level}`)}</span>`,
  );
  return `<div data-state="closed"><div class="tx-trade-size-tooltip-wrapper"><span class="q-field trade-size"><div class="column"><div class="coins">${drawn.join('')}</div><span class="mt-1 dim">${band.text}</span></div></span></div></div>`;
}

const cell = (style, inner) =>
  `<td class="align-middle [&amp;:has([role=checkbox])]:pr-0 p-0" style="${style};max-width:9007199254740991px">${inner}</td>`;
const centred = (inner) => `<div class="centre px-2 lg:px-3 xl:px-6">${inner}</div>`;
const twoLines = (top, bottom) =>
  centred(
    `<div class="text-center"><div class="line-1">${top}</div><div class="line-2 dim">${bottom}</div></div>`,
  );
const capital = (word) => word[0].toUpperCase() + word.slice(1);
