export { toAllowedOrigins, toClientConfig } from './browser-config.ts';
export { findFreeMebibytes, minFreeMebibytes } from './disk-readiness.ts';
export { serveLegalPages } from './legal/legal-pages.ts';
export { listChecks } from './list-checks.ts';
export { probePauseMillis, probePurpose, toProbeAddress } from './probe.ts';
export { createProxyCheck } from './proxy-readiness.ts';
export { createReadiness, type Readiness } from './readiness.ts';
