import { digest } from '../../lib/monitor/digest';
import { webMonitor, type CheckOutcome, type CheckRequest, type HistoryResult } from '../../lib/webMonitor';
import type { Results } from '../shared/perItem';
import { confirm } from './acknowledge';
import { checkOutput, reported } from './checkOutput';
import { entryEnvelope } from './entryItems';
import { flatRows } from './flatRows';
import { fixedChoice, optionsOf, type Call } from './form';
import type { Operation } from './properties/operation';
import {
  adoptRequest,
  backupRequest,
  checkRequest,
  historyRequest,
  isPreview,
  namedBatches,
  redeliverRequest,
  resetRequest,
  skipOf,
  statusRequest,
} from './request';
import type { Run } from './run';
import { checkAnswer, historyAnswer, statusAnswer } from './toolAnswer';

/** What each operation does for one input item. `run` remembers what this run already did. */
export const OPERATE: Readonly<Record<Operation, (call: Call, run: Run) => Promise<Results>>> = {
  async check(call, run) {
    // the whole form is read before the state advances: a mistake in it must not cost a delivery
    const form = outputForm(call);
    const request = notYetChecked(await checkRequest(call), run);
    if (request.monitors.length === 0) return [];
    const outcomes = await webMonitor.check(request);
    run.checks.push({ request, outcomes });
    if (request.preview && !call.context.isTool) hint(call, PREVIEW);
    return offered(call, outcomes, form);
  },

  async redeliver(call) {
    const form = outputForm(call);
    const results = await webMonitor.redeliver(await redeliverRequest(call));
    return offered(
      call,
      results.map((result) => ({ monitorId: result.monitorId, ok: true, result })),
      form,
    );
  },

  async history(call) {
    const skip = skipOf(call);
    const result = withoutFirst(await webMonitor.history(await historyRequest(call)), skip);
    if (call.context.isTool) return [[historyAnswer(result, skip)]];
    const form = fixedChoice(call, 'historyOutput', ['one', 'envelopes', 'rows'], 'one');
    if (form === 'rows') return [flatRows(result.data.entries)];
    return [form === 'envelopes' ? result.data.entries.map(entryEnvelope) : [{ ...result, untrusted: true }]];
  },

  async status(call) {
    const result = await webMonitor.status(await statusRequest(call));
    return [[call.context.isTool ? statusAnswer(result) : { ...result, untrusted: true }]];
  },

  async acknowledge(call, run) {
    // without names it confirms the whole execution: once is enough, however many mails were sent
    const named = namedBatches(call).join(',');
    if (run.confirmed.has(named)) return [];
    run.confirmed.add(named);
    if (isPreview(call)) hint(call, 'Preview: nothing was confirmed. Runs by hand store nothing.');
    return [[await confirm(call)]];
  },

  async reset(call) {
    return [[await webMonitor.reset(await resetRequest(call))]];
  },

  async adopt(call) {
    return [[await webMonitor.adopt(await adoptRequest(call))]];
  },

  async backup(call) {
    return [[await webMonitor.backup(await backupRequest(call))]];
  },
};

/** A node before may give many items; the page is the same for all of them, so each monitor is checked once. */
function notYetChecked(request: CheckRequest, run: Run): CheckRequest {
  const { monitorId } = request;
  const monitors = request.monitors.filter(
    ({ id }) => !run.monitors.has(id) && (monitorId === null || id === monitorId),
  );
  const isUnknown = monitorId !== null && !request.monitors.some(({ id }) => id === monitorId);
  for (const { id } of monitors) run.monitors.add(id);
  // an unknown name is refused by the check itself, which lists the known ones
  return isUnknown ? request : { ...request, monitors };
}

function withoutFirst(result: HistoryResult, skip: number): HistoryResult {
  const entries = result.data.entries.slice(skip);
  return { ...result, count: entries.length, data: { ...result.data, entries } };
}

const PREVIEW =
  'Preview: this shows what would be new and stores nothing, so the next run shows it again. ' +
  'The nodes after this one do run: mails are sent and rows are written. ' +
  'The option "Save State in Manual Runs" makes runs by hand count.';

interface OutputForm {
  readonly form: 'envelopes' | 'rows';
  readonly language: 'en' | 'de';
  readonly alwaysEmitSummary: boolean;
}

function outputForm(call: Call): OutputForm {
  const options = optionsOf(call);
  return {
    form: fixedChoice(call, 'output', ['envelopes', 'rows'], 'envelopes'),
    language: options.choice('digestLanguage', ['en', 'de'], 'en'),
    alwaysEmitSummary: options.flag('alwaysEmitSummary'),
  };
}

/** The outputs of a check, or the one answer for an agent. */
function offered(call: Call, outcomes: readonly CheckOutcome[], output: OutputForm): Results {
  const { functions, context } = call;
  if (context.isTool) return [checkAnswer(outcomes)];
  const { form, language, alwaysEmitSummary } = output;
  const results = checkOutput(outcomes, {
    form,
    alwaysEmitSummary,
    continueOnFail: functions.continueOnFail(),
    digest: (result) => digest(reported(result), result, { language, timeZone: context.timezone }),
  });
  for (const outcome of outcomes)
    if (!outcome.ok) hint(call, `Monitor ${outcome.monitorId} failed: ${outcome.error.message}`, 'warning');
  return results;
}

function hint({ functions }: Call, message: string, type: 'info' | 'warning' = 'info'): void {
  functions.addExecutionHints({ message, type, location: 'outputPane' });
}
