import type { Element } from 'domhandler';

const PART = /^S:[\da-f]+$/i;
const PLACE = /^[BP]:[\da-f]+$/i;

/** Whether a hidden element is a part that the server sent later, by the name that React gives it. */
export function isStreamedPart({ attribs }: Element): boolean {
  return PART.test(attribs['id'] ?? '');
}

/** Whether an element marks the place where such a part belongs; a script moves the part there. */
export function isPlace({ name, attribs }: Element): boolean {
  return name === 'template' && PLACE.test(attribs['id'] ?? '');
}
