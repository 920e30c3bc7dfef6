#!/usr/bin/python3
"""A WebKitGTK window with a persistent profile, for WebKitWebDriver: webkit-host.py --automation --profile FOLDER

The browser that comes with the driver is always in private mode, and can't be as narrow as a phone. Debian packages:
gir1.2-webkit2-4.1, python3-gi.
"""
import os
import sys

import gi

gi.require_version('Gdk', '3.0')
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gdk, Gtk, WebKit2  # noqa: E402

profile = sys.argv[sys.argv.index('--profile') + 1]
downloads = os.path.join(profile, 'downloads')
os.makedirs(downloads, exist_ok=True)

storage = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(profile, 'data'),
    base_cache_directory=os.path.join(profile, 'cache'),
)
context = WebKit2.WebContext.new_with_website_data_manager(storage)
context.get_cookie_manager().set_persistent_storage(
    os.path.join(profile, 'cookies.sqlite'), WebKit2.CookiePersistentStorage.SQLITE
)
context.set_automation_allowed(True)
context.set_preferred_languages(['en-US'])

settings = WebKit2.Settings()
# The driver forwards the output.
settings.set_enable_write_console_messages_to_stdout(True)
# Safari has the storage API. In WebKitGTK it is off by default.
features = WebKit2.Settings.get_all_features()
for at in range(features.get_length()):
    if features.get(at).get_identifier() in ('StorageAPI', 'StorageAPIEstimate'):
        settings.set_feature_enabled(features.get(at), True)


def on_download(_context, download):
    def decide(decided, name):
        decided.set_allow_overwrite(True)
        decided.set_destination('file://' + os.path.join(downloads, name.replace('/', '_')))
        return True

    download.connect('decide-destination', decide)


def new_view(opener=None):
    common = {'settings': settings, 'is_controlled_by_automation': True}
    if opener is None:
        view = WebKit2.WebView(web_context=context, **common)
    else:
        view = WebKit2.WebView(related_view=opener, **common)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(1180, 820)
    window.add(view)
    # No window manager focuses the window. Without the focus no page has it either, and `:focus` matches nothing.
    window.connect('map-event', lambda one, _event: one.get_window().focus(Gdk.CURRENT_TIME))
    window.show_all()
    view.grab_focus()
    view.connect('create', lambda one, _action: new_view(one))
    view.connect('close', lambda one: one.get_toplevel().destroy())
    return view


def on_automation(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('webkit-host')
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect('create-web-view', lambda _session: new_view())


context.connect('download-started', on_download)
context.connect('automation-started', on_automation)
Gtk.main()
