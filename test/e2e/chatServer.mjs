/** A server that speaks the chat-completions protocol and plays the model from a script: our side of it is real. */
import { createServer } from 'node:http';

/**
 * Opens the server on 127.0.0.1: `{ url, requests, play(...script), toolAnswers(), check(), close() }`, `url` being the base URL.
 *
 * A script is a list of turns, one per request; past its end the model says "Done.". A turn is
 * `{ calls: [[tool, args], ...] }`, `{ text }`, `{ status, error }` (the model is out of order), or a function of
 * the conversation that gives one: `{ messages, answers }`, `answers` being what the tools said last.
 */
export async function openChat() {
  const requests = [];
  let turns = [];
  let mistake = null;

  /** What a script expects in vain ends the agent's run, and `check` throws it. */
  function sayOf(turn, asked) {
    try {
      return typeof turn === 'function' ? turn(conversationOf(asked)) : turn;
    } catch (error) {
      mistake ??= error;
      return { status: 400, error: error.message };
    }
  }

  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      if (request.method !== 'POST' || !request.url.endsWith('/chat/completions'))
        return void send(response, 404, { error: { message: `nothing at ${request.url}` } });
      const asked = JSON.parse(body);
      requests.push(asked);
      const turn = turns.shift() ?? { text: 'Done.' };
      const said = sayOf(turn, asked);
      if (said.status) return void send(response, said.status, { error: { message: said.error } });
      send(response, 200, completion(asked, said, requests.length));
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    /** The turns of the next conversation; forgets the requests of the one before. */
    play(...script) {
      requests.length = 0;
      mistake = null;
      turns = script;
    },
    /** What each tool call of the conversation was answered, in order: [{ tool, text }]. */
    toolAnswers: () => (requests.length === 0 ? [] : answersIn(requests.at(-1).messages)),
    /** Throws what the script expected in vain. */
    check() {
      if (mistake !== null) throw mistake;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** The tools the model was told of: `{ name: { description, fields } }`. */
export function toolsOf({ tools = [] }) {
  return Object.fromEntries(
    tools.map(({ function: { name, description, parameters } }) => [
      name,
      { description, fields: Object.keys(parameters.properties ?? {}) },
    ]),
  );
}

function conversationOf({ messages }) {
  const end = messages.findLastIndex(({ role }) => role === 'assistant');
  const last = messages.slice(end + 1).filter(({ role }) => role === 'tool');
  return { messages, answers: last.map(({ content }) => textOf(content)) };
}

function answersIn(messages) {
  const names = new Map(
    messages.flatMap(({ tool_calls: calls = [] }) => calls.map((call) => [call.id, call.function.name])),
  );
  return messages
    .filter(({ role }) => role === 'tool')
    .map(({ tool_call_id: id, content }) => ({ tool: names.get(id), text: textOf(content) }));
}

const textOf = (content) =>
  typeof content === 'string' ? content : content.map(({ text }) => text).join('');

function completion({ model }, { text = null, calls = [] }, number) {
  const toolCalls = calls.map(([name, args], index) => ({
    id: `call_${number}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args ?? {}) },
  }));
  return {
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text,
          ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
        },
        finish_reason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
