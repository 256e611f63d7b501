export { createProbeToken, probePauseMillis, probePurpose } from './probe.ts';
export { createReadiness, type Check, type CheckResult, type Readiness } from './readiness.ts';
export { systemRoutes } from './routes.ts';
