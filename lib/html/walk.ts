import { isTag, isText, type AnyNode, type Element, type ParentNode } from 'domhandler';

export interface Visitor {
  /** Called before an element's content; false leaves the whole element out, and `leave` is not called for it. */
  enter(element: Element): boolean;
  leave(element: Element): void;
  text(data: string): void;
}

/**
 * Walks a node and what lies under it in document order, once, without recursion: any tree costs linear time and no
 * stack.
 */
export function walk(root: ParentNode, visitor: Visitor): void {
  if (isTag(root) && !visitor.enter(root)) return;
  let node: AnyNode | null = root.firstChild;
  while (node !== null) {
    if (isText(node)) visitor.text(node.data);
    else if (isTag(node) && visitor.enter(node)) {
      if (node.firstChild !== null) {
        node = node.firstChild;
        continue;
      }
      visitor.leave(node);
    }
    node = after(node, root, visitor);
  }
  if (isTag(root)) visitor.leave(root);
}

/** The node that follows one and all it holds; leaves the elements that end in between. */
function after(node: AnyNode, root: ParentNode, visitor: Visitor): AnyNode | null {
  let current: AnyNode = node;
  while (current.next === null) {
    const { parent } = current;
    if (parent === null || parent === root) return null;
    if (isTag(parent)) visitor.leave(parent);
    current = parent;
  }
  return current.next;
}

/** Visits every element under a node in document order; `visit` answers whether to go into it. */
export function eachElement(root: ParentNode, visit: (element: Element) => boolean): void {
  walk(root, { enter: visit, leave: () => undefined, text: () => undefined });
}
