import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import './shell/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app.js';

const root = document.getElementById('root');
if (root === null) throw new Error('The document has no #root element');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
