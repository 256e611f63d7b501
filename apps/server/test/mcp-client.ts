import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';

const Text = z.object({
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  isError: z.boolean().optional(),
});

/** Connects the SDK's own client with an API key. */
export async function connectMcp(url: string, key: string) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );

  async function ask(name: string, input: object = {}) {
    const { content, isError = false } = Text.parse(await client.callTool({ name, arguments: { ...input } }));
    return { text: content[0].text, isError };
  }

  return {
    client,
    ask,
    /** Calls a tool and parses its answer; fails when the tool does. */
    async read<Schema extends z.ZodType>(schema: Schema, name: string, input: object = {}): Promise<z.output<Schema>> {
      const { text, isError } = await ask(name, input);
      if (isError) throw new Error(`${name}: ${text}`);
      return schema.parse(JSON.parse(text));
    },
  };
}
