/** An AI Agent of n8n with tools, as a workflow: the model is a chat server. */
import { randomUUID } from 'node:crypto';

/** Where the agent starts; `produce` adds its webhook beside it. */
export const TRIGGER = 'By Hand';
export const AGENT = 'AI Agent';

/** The agent with `tools` ([{ name, type, parameters, ... }]) and what follows it (`after`, in a row). */
export function agentWorkflow({ tools, after = [], credential, options = {}, name = 'Agent of the tests' }) {
  const nodes = [
    node(TRIGGER, 'n8n-nodes-base.manualTrigger', 1, {}),
    node(AGENT, '@n8n/n8n-nodes-langchain.agent', 3.1, {
      promptType: 'define',
      text: 'Do what you were told.',
      options: { maxIterations: 10, ...options },
    }),
    {
      ...node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.3, {
        model: { __rl: true, mode: 'id', value: 'played' },
        responsesApiEnabled: false,
        options: { maxRetries: 0 },
      }),
      credentials: { openAiApi: credential },
    },
    ...tools.map((tool) => ({ ...node(tool.name, tool.type, tool.typeVersion ?? 1, {}), ...tool })),
    ...after.map((next) => ({ ...node(next.name, next.type, next.typeVersion ?? 1, {}), ...next })),
  ];
  const main = [TRIGGER, AGENT, ...after.map((next) => next.name)];
  const connections = {
    ...Object.fromEntries(main.slice(1).map((to, k) => [main[k], { main: [[link(to, 'main')]] }])),
    Model: { ai_languageModel: [[link(AGENT, 'ai_languageModel')]] },
    ...Object.fromEntries(tools.map((tool) => [tool.name, { ai_tool: [[link(AGENT, 'ai_tool')]] }])),
  };
  return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** A field that the agent fills in. */
export const fromAi = (key, description = key, type = 'string') =>
  `={{ $fromAI('${key}', '${description}', '${type}') }}`;

const link = (to, type) => ({ node: to, type, index: 0 });

function node(name, type, typeVersion, parameters) {
  return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}
