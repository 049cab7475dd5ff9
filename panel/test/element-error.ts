import { getConfig, prettyDOM } from '@testing-library/react';

/** Whether something is looked for that may still come, many times in a second. */
function isPolling(): boolean {
  const config: object = getConfig();
  return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true;
}

/**
 * What is said where an element is missing. The page is shown with it only when nobody looks again: to print it at each
 * look took a fifth of the time of the tests.
 */
export function elementError(message: string | null, container: Element): Error {
  const shown = isPolling() ? [message] : [message, prettyDOM(container)];
  const error = new Error(shown.filter(Boolean).join('\n\n'));
  error.name = 'TestingLibraryElementError';
  return error;
}
