import type { Envelope } from '../../lib/envelope';
import { withListThatFits, withTextThatFits } from '../shared/agentAnswer';

/** Links may take a third of an answer, so that the text of a page has the rest. */
const LINKS = 1200;

/** A page for an agent: the start of its text, and the first of its links. */
export function pageAnswer<Data extends object>(page: Envelope<Data>): Envelope<Data> {
  const links: unknown = Reflect.get(page.data, 'links');
  const cut = withListThatFits({ ...page, data: { links } }, 'links', 'first', 'Choose a part.', LINKS);
  return withTextThatFits({ ...cut, data: { ...page.data, links: cut.data.links } }, 'text');
}

/** A feed for an agent: its newest entries. */
export function feedAnswer<Data extends object>(feed: Envelope<Data>): Envelope<Data> {
  return withListThatFits(feed, 'entries', 'first', 'Those left out are older.');
}
