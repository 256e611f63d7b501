export { saveSetting, type SettingDeps, type SettingsAccess } from './settings/save-setting.ts';
export {
  deleteSetting,
  isInEnvironment,
  readStoredSettings,
  settingNames,
  withStoredSettings,
} from './settings/stored-settings.ts';
export { backupWork } from './backups/jobs.ts';
export { restoreAndCheck } from './backups/restore-and-check.ts';
