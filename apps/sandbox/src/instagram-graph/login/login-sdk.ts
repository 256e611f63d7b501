/** Returns the script at `META_SDK_URL`: the parts of Facebook's SDK for a popup login, in plain browser JavaScript. */
export function loginSdk(origin: string): string {
  return `(function () {
  'use strict';
  var home = ${JSON.stringify(origin)};
  var settings = null;

  function nothing() { return { status: 'unknown', authResponse: null }; }

  function login(callback, options) {
    if (!settings) { console.error('FB.login() called before FB.init().'); return; }
    options = options || {};
    var mark = Math.random().toString(36).slice(2) + Date.now().toString(36);
    var query = new URLSearchParams({ client_id: settings.appId, display: 'popup', response_type: options.response_type || 'token', origin: location.origin, mark: mark });
    if (options.config_id) query.set('config_id', options.config_id);
    if (options.scope) query.set('scope', options.scope);
    if (options.auth_type) query.set('auth_type', options.auth_type);
    var wide = 560, high = 720;
    var popup = window.open(home + '/' + settings.version + '/dialog/oauth?' + query, 'fb_login', 'popup,width=' + wide + ',height=' + high +
      ',left=' + Math.round(screenX + (outerWidth - wide) / 2) + ',top=' + Math.round(screenY + (outerHeight - high) / 2));
    if (!popup) return;
    var watch = setInterval(function () { if (popup.closed) finish(nothing()); }, 400);
    function finish(answer) {
      clearInterval(watch);
      window.removeEventListener('message', listen);
      if (callback) callback(answer);
    }
    function listen(event) {
      if (event.origin !== home || event.source !== popup || !event.data || event.data.mark !== mark) return;
      var code = event.data.code;
      finish(code ? { status: 'connected', authResponse: { code: code, userID: null, accessToken: null, expiresIn: null } } : nothing());
      popup.close();
    }
    window.addEventListener('message', listen);
  }

  window.FB = {
    init: function (given) { settings = { appId: String(given.appId), version: given.version || 'v25.0' }; },
    login: login,
    logout: function (callback) { if (callback) callback(nothing()); },
    getLoginStatus: function (callback) { setTimeout(function () { callback(nothing()); }, 0); },
    getAuthResponse: function () { return null; }
  };
  if (typeof window.fbAsyncInit === 'function') setTimeout(window.fbAsyncInit, 0);
})();
`;
}
