// Pure changes of a workflow's JSON: what differs between an example and the copy that runs here.

const LIVE_URL = 'https://www.capitoltrades.com/trades';

/** A copy whose mail nodes send through `credential` ({ id, name }). */
export function withMailbox(workflow, credential) {
  return mapNodes(workflow, 'n8n-nodes-base.emailSend', (node) => ({
    ...node,
    credentials: { smtp: credential },
  }));
}

/** A copy that makes its request at every run, also soon after the last one. */
export function atEveryRun(workflow) {
  return withCheckOptions(workflow, { ignoreCheckInterval: true });
}

/** A copy that watches the replay at `url`, on this machine, at every run. */
export function forReplay(workflow, url) {
  const elsewhere = JSON.parse(JSON.stringify(workflow).replaceAll(LIVE_URL, url));
  return withCheckOptions(elsewhere, { ignoreCheckInterval: true, allowPrivateNetwork: true });
}

/** A copy whose Schedule Trigger fires every `seconds`. */
export function everySeconds(workflow, seconds) {
  return mapNodes(workflow, 'n8n-nodes-base.scheduleTrigger', (node) => ({
    ...node,
    parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: seconds }] } },
  }));
}

function withCheckOptions(workflow, options) {
  return mapNodes(workflow, 'n8n-nodes-internet-tools.webMonitor', (node) =>
    node.parameters.operation === 'check'
      ? { ...node, parameters: { ...node.parameters, options: { ...node.parameters.options, ...options } } }
      : node,
  );
}

function mapNodes(workflow, type, change) {
  return { ...workflow, nodes: workflow.nodes.map((node) => (node.type === type ? change(node) : node)) };
}
