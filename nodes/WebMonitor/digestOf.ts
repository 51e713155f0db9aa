import type { CheckResult } from '../../lib/webMonitor';
import { checkMessage } from './message';

export function digestOf(result: CheckResult, _options: { language: 'en' | 'de'; timezone: string }): object {
  return { text: checkMessage(result) };
}
