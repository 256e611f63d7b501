import './ui/theme.css';
import { startApp } from './app/start-app.tsx';

const element = document.querySelector<HTMLElement>('#root');
if (element) void startApp(element);
