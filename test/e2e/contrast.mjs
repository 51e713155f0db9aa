/**
 * Runs in a page: the text that is hardest to read, as `{ ratio, text }`. Contrast as WCAG 2.2 computes it, between
 * each text and what is painted behind it: half transparent colours and faded parents are mixed first.
 */
export function lowestContrast() {
  const parse = (color) => {
    const [red, green, blue, alpha = 1] = color.match(/[\d.]+/g).map(Number);
    return { rgb: [red, green, blue], alpha };
  };
  const over = (top, alpha, below) => top.map((part, index) => part * alpha + below[index] * (1 - alpha));
  const linear = (part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  const luminance = ([red, green, blue]) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

  const probe = document.createElement('div');
  probe.style.background = 'Canvas';
  document.body.append(probe);
  const canvas = parse(getComputedStyle(probe).backgroundColor).rgb;
  probe.remove();

  function ratioOf(element) {
    const parents = [];
    for (let one = element; one !== null; one = one.parentElement) parents.unshift(getComputedStyle(one));
    let ground = canvas;
    let opacity = 1;
    for (const style of parents) {
      opacity *= Number(style.opacity);
      const { rgb, alpha } = parse(style.backgroundColor);
      ground = over(rgb, alpha * opacity, ground);
    }
    const { rgb, alpha } = parse(getComputedStyle(element).color);
    const [dark, light] = [luminance(over(rgb, alpha * opacity, ground)), luminance(ground)].sort(
      (a, b) => a - b,
    );
    return (light + 0.05) / (dark + 0.05);
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let lowest = { ratio: Infinity, text: null };
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    if (text === '') continue;
    const ratio = ratioOf(walker.currentNode.parentElement);
    if (ratio < lowest.ratio) lowest = { ratio, text };
  }
  return lowest;
}
