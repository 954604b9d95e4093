// SPDX-License-Identifier: GPL-3.0-or-later
// The files of tuner/report, compiled in.
#pragma once

extern const char report_asset_plot_css[], report_asset_page_css[], report_asset_card_css[],
    report_asset_viewer_js[];
