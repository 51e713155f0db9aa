/** The first warnings of a kind, and how many more there are: a broken page must not fill a mail. */
export function someOf(warnings: readonly string[], most: number): readonly string[] {
  if (warnings.length <= most) return warnings;
  return [...warnings.slice(0, most), `... and ${warnings.length - most} more warnings of this kind.`];
}
