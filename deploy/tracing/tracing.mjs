// Loaded in front of Tidemark: NODE_OPTIONS="--import /opt/tidemark/deploy/tracing/tracing.mjs". What it sends, and where to,
// the variables OTEL_* say. No instrumentation is loaded: Tidemark makes its own spans, by templates. One that reads whole
// addresses (http, undici) would send the live tokens that stand in them.
import { NodeSDK } from '@opentelemetry/sdk-node';

const sdk = new NodeSDK({ serviceName: process.env.OTEL_SERVICE_NAME ?? 'tidemark', instrumentations: [] });
sdk.start();
process.once('beforeExit', () => void sdk.shutdown().catch(() => undefined));
