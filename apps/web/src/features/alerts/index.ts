export { AlertsPanel } from './alerts-panel.tsx';
