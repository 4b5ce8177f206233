import './lib/zod-without-eval.ts';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createQueryClient } from './data/query-client.ts';
import { askFirst } from './features/writes/ask-first.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { HintProvider } from './ui/hint.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');

const client = createQueryClient();
const page = createRoot(root);

void askFirst(client).then(() =>
  page.render(
    <StrictMode>
      <ErrorBoundary resetKey={null}>
        <QueryClientProvider client={client}>
          <HintProvider>
            <App />
          </HintProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  ),
);
